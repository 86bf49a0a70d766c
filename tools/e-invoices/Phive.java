import com.helger.diagnostics.error.IError;
import com.helger.diver.api.coord.DVRCoordinate;
import com.helger.io.resource.FileSystemResource;
import com.helger.phive.api.execute.ValidationExecutionManager;
import com.helger.phive.api.executorset.ValidationExecutorSetRegistry;
import com.helger.phive.api.validity.IValidityDeterminator;
import com.helger.phive.en16931.EN16931Validation;
import com.helger.phive.peppol.PeppolValidation;
import com.helger.phive.xml.source.IValidationSourceXML;
import com.helger.phive.xml.source.ValidationSourceXML;
import com.helger.phive.xrechnung.XRechnungValidation;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Validates files that standard input lists, one a line: path, tab, rules (group:artifact:version). It answers on
 * standard output with a line for each error, and one for each checked file.
 */
public final class Phive {
  public static void main(String[] arguments) throws Exception {
    // Libraries log to standard output: answers keep it for themselves.
    PrintStream answers = System.out;
    System.setOut(System.err);
    var registry = new ValidationExecutorSetRegistry<IValidationSourceXML>();
    EN16931Validation.initEN16931(registry);
    PeppolValidation.initStandard(registry);
    XRechnungValidation.initXRechnung(registry);
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] parts = line.split("\t");
      File file = new File(parts[0]);
      for (String error : errorsOf(registry, parts[1], file)) answers.println("error\t" + line + "\t" + error.replaceAll("\\s+", " "));
      answers.println("done\t" + line);
      answers.flush();
    }
  }

  private static List<String> errorsOf(
      ValidationExecutorSetRegistry<IValidationSourceXML> registry, String rules, File file) {
    var set = registry.getOfID(DVRCoordinate.parseOrNull(rules));
    if (set == null) return List.of("no such rules: " + rules);
    var results =
        ValidationExecutionManager.executeValidation(
            IValidityDeterminator.createDefault(),
            set,
            ValidationSourceXML.create(new FileSystemResource(file)),
            Locale.ENGLISH);
    List<String> errors = new ArrayList<>();
    for (IError error : results.getAllErrors()) errors.add(error.getAsStringLocaleIndepdent());
    if (errors.isEmpty() && !results.containsNoError()) errors.add("not valid");
    return errors;
  }
}
